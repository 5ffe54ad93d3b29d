declare const brand: unique symbol;

/** A `T` that cannot be mixed up with another `T`: `type FileId = Brand<string, 'FileId'>`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
