import { pagePolicy, readerPolicy } from '../../core/base/policy';

type Headers = Readonly<Record<string, string>>;

/** Headers of every answer: nothing is guessed, framed, cached or told to others. */
const ALWAYS: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};

/** The headers of the page. Its readers may come from this server where it has files: only those have a policy of their own. */
export function pageHeaders(hasFiles: boolean): Headers {
  const worker = hasFiles ? "blob: 'self'" : 'blob:';
  const policy = pagePolicy({ script: "'self'", style: "'self'", worker });
  return {
    ...ALWAYS,
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
  };
}

/**
 * Of a script, style or picture. A worker that is started from one has this policy.
 * @param files all that it may fetch; null for nothing. The address has the token: only who knows it may be told.
 */
export function assetHeaders(files: string | null): Headers {
  return { ...ALWAYS, 'Content-Security-Policy': readerPolicy(files ?? "'none'") };
}

/** The headers of a file's bytes, or of a sentence: nothing in them is ever run. */
export function plainHeaders(): Headers {
  return {
    ...ALWAYS,
    'Content-Type': 'application/octet-stream',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}
