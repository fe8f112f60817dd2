import { openConfirmDialog } from '../../ui/shell/confirmations.tsx'

/** Asks before the setup of a county is deleted. */
export const confirmDeleteSetup = (onConfirm: () => void) =>
  openConfirmDialog({
    title: 'Delete this setup?',
    children: 'Its files and what you set are deleted. County data already imported stay.',
    labels: { confirm: 'Delete setup', cancel: 'Cancel' },
    onConfirm,
  })
