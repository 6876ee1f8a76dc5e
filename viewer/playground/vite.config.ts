import { defineConfig } from "vite";

// The page and its worker, each one file without imports; scripts/build-playground puts the parts together.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rollupOptions: {
      input: { playground: "playground/main.ts", worker: "playground/worker.ts" },
      output: { entryFileNames: "[name].js", assetFileNames: "playground.[ext]" },
    },
  },
} as Parameters<typeof defineConfig>[0]);
