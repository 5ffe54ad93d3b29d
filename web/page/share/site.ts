declare global {
  /** What a builder says of a build; Vite puts in what the environment has (`.github/workflows/page.yml`). */
  interface ImportMetaEnv {
    readonly VITE_HITMAP_SITE?: string;
    readonly VITE_HITMAP_SOURCE?: string;
  }
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
}

/** Where this build is hosted, with its slash; empty where its builder did not say. Links lead there. */
export const SITE: string = import.meta.env.VITE_HITMAP_SITE ?? '';

/** The repository that it was built from, for its docs and for reports of faults; empty where its builder did not say. */
export const SOURCE: string = import.meta.env.VITE_HITMAP_SOURCE ?? '';
