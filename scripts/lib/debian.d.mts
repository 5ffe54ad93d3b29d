export function debianVmlinux(): string | null;
export function newestPackage(pattern: string): string | null;
export function downloadPackage(name: string, folder: string): string | null;
export function unpackPackage(name: string, folder: string): boolean;
export function unpackSource(name: string, folder: string): boolean;
