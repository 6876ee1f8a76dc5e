import { defineConfig } from "vite";

// Three files with fixed names: the program embeds them, and the same source gives the same bytes.
export default defineConfig({
  base: "/",
  server: {
    proxy: {
      "/scene.json": "http://127.0.0.1:8765",
      "/scene.glb": "http://127.0.0.1:8765",
      "/ws": { target: "ws://127.0.0.1:8765", ws: true },
    },
  },
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: "viewer.js",
        assetFileNames: "viewer.[ext]",
        codeSplitting: false,
      },
    },
  },
  test: { include: ["test/unit/**/*.test.ts"], testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
