// A file of its own, so that the dialogs come when the first is opened.
export { CancelDialog } from './cancel-dialog.tsx'
export { QuoteDialog } from './quote-dialog.tsx'
