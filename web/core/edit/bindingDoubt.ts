export const BINDING_DOUBTS = ['guessed', 'otherBuild'] as const;

/**
 * Why a binding may be wrong. `guessed`: struct or byte are the best of several, by a ranking. `otherBuild`: the report
 * was not recorded on the build whose layout it is laid on, so that its rows may be of other fields.
 */
export type BindingDoubt = (typeof BINDING_DOUBTS)[number];
