// Simulated time in words.

/** Nanoseconds as whole minutes and seconds: 1:02. */
export function shortClockText(ns: number): string {
  return clockText(ns).replace(/\.\d+$/, "");
}

/** Nanoseconds as minutes and seconds: 1:02.35. */
export function clockText(ns: number): string {
  const hundredths = Math.floor(ns / 1e7 + 1e-6);
  const minutes = Math.floor(hundredths / 6000);
  const seconds = ((hundredths % 6000) / 100).toFixed(2).padStart(5, "0");
  return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${seconds}`;
}
