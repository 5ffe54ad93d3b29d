/**
 * What predictions need, as one script that comes when the page is idle: a first visit shows a struct
 * without it. `loadModel` fetches it; until then there is no prediction, and nothing waits.
 */
export { allocationOf, machineOf, usualAllocation } from '../../core/model/allocation';
export { forecast } from '../../core/model/forecast';
export { profileBases, tagBasis } from '../../core/model/basis';
export { fieldsInDoubt } from '../../core/model/doubt';
export { outcomesOf } from '../../core/model/outcome';
export { predictAll } from '../../core/model/predict';
export { disagreement } from '../../core/model/several';
