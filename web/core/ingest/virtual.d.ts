/** The WASM modules as gzip in base64; made by `vite.config.ts`. */
declare module 'virtual:hitmap-types' {
  const packed: string;
  export default packed;
}

declare module 'virtual:hitmap-texts' {
  const packed: string;
  export default packed;
}

declare module 'virtual:hitmap-code' {
  const packed: string;
  export default packed;
}

declare module 'virtual:hitmap-names' {
  const packed: string;
  export default packed;
}
