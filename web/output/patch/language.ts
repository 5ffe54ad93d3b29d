import type { HeaderDoc } from '../../facts/generated';
import { isCplusplusFile } from './hazards/files';
import type { PatchRequest } from './request';

/**
 * The request with its header read as C++ where the debug information of the struct or the file's name says that it is:
 * a plain `.h` without a word of C++ alone looks like C.
 */
export function inItsLanguage(request: PatchRequest): PatchRequest {
  const { header, document, csource } = request;
  if (document.struct.cplusplus !== true && !isCplusplusFile(header.path)) return request;
  const asCplusplus = (doc: HeaderDoc): HeaderDoc => ({ ...doc, cplusplus: true });
  return {
    ...request,
    header: { ...header, doc: asCplusplus(header.doc) },
    csource: { ...csource, header: (bytes) => asCplusplus(csource.header(bytes)) },
  };
}
