export const DENIED_BY_NODE =
  'Node is started with --permission (or --experimental-permission), also by NODE_OPTIONS, and allows no such thing';

/** Why the system refused to write or to make something, for the middle of a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EFBIG':
      return 'the file has the largest size that it may have';
    case 'EIO':
      return 'the disk or terminal failed (EIO)';
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'ERR_ACCESS_DENIED':
      return DENIED_BY_NODE;
    case 'EROFS':
      return 'the disk is read-only';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file of that name is in the way';
    case 'EISDIR':
      return 'a folder of that name is in the way';
    case 'ENOENT':
      return 'its folder is not there';
    default:
      return message;
  }
}
