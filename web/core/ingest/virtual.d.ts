/** The WASM modules as gzip in base64; made by `vite.config.ts`. */
declare module 'virtual:hitmap-types' {
  const packed: string;
  export default packed;
}

declare module 'virtual:hitmap-reports' {
  const packed: string;
  export default packed;
}

declare module 'virtual:hitmap-source' {
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
