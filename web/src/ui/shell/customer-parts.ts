// What administrators and affiliates have no use for in the shell, loaded at once and only by others.
export { CreditPill } from './credits/credit-pill.tsx'
export { CreditWidget } from './credits/credit-widget.tsx'
