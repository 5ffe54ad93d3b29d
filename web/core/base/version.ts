import { version } from '../../../package.json';

/** As in package.json: of the page, the command line and the package alike. */
export const VERSION: string = version;
