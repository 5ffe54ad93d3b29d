/**
 * What predictions need, as one script that comes when the page is idle: a first visit shows a struct
 * without it. `loadModel` fetches it; until then there is no prediction, and nothing waits.
 */
export { allocationOf, machineOf, usualAllocation } from '../../analysis/predict/allocation';
export { forecast } from '../../analysis/hitm/forecast';
export { profileBases, tagBasis } from '../../analysis/predict/basis';
export { fieldsInDoubt } from '../../analysis/predict/doubt';
export { outcomesOf } from '../../analysis/predict/outcome';
export { predictAll } from '../../analysis/predict/predict';
export { disagreement } from '../../analysis/predict/several';
