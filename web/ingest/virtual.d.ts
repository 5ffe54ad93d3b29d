/** The WASM module as gzip in base64; made by `vite.config.ts`. */
declare module 'virtual:hitmap-wasm' {
  const packed: string;
  export default packed;
}
