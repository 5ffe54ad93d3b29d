import { addressSpace } from './addressSpace';
import { fileCount } from './fileCount';
import { fileRef } from './fileRef';
import { mmStruct } from './mmStruct';
import { pcpuChunk } from './pcpuChunk';

/** By the name of their file in public/studies. */
export const STUDIES = {
  'file-f_ref': fileRef,
  'file-f_count': fileCount,
  address_space: addressSpace,
  mm_struct: mmStruct,
  pcpu_chunk: pcpuChunk,
};
