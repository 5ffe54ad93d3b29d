/** What a builder says of a build; Vite puts in what the environment has (`.github/workflows/page.yml`). */
interface ImportMetaEnv {
  readonly VITE_HITMAP_SITE?: string;
  readonly VITE_HITMAP_SOURCE?: string;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
