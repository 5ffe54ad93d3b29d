/** Ends the command with a sentence on standard error and exit code 2: bad usage, or input that cannot be used. */
export class Failure extends Error {}
