// What Quill imports from lodash-es.
export { default as cloneDeep } from './clone-deep.cjs';
export { default as isEqual } from './is-equal.cjs';
export { default as merge } from './merge.cjs';
