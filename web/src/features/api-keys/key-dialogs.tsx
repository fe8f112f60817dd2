import type { ApiKey, IssuedApiKey } from '@dooryard/contract/api-keys'
import { useState } from 'react'
import { useCreateKey, useRegenerateKey } from './api-keys.data.ts'
import { RegenerateDialog, RevokeDialog } from './end-dialogs.tsx'
import { IssuedDialog } from './issued-dialog.tsx'
import type { KeyAct } from './key-columns.tsx'
import { KeyDialog } from './key-dialog.tsx'

/** What is asked in a dialog: another key, or something of one. */
export type Task = { act: 'make' } | { act: KeyAct; key: ApiKey }

type KeyDialogsProps = { task: Task | undefined; onTask: (task: Task | undefined) => void }

/** The dialogs of the keys: one for each task, and the one that shows a new key. */
export function KeyDialogs({ task, onTask }: KeyDialogsProps) {
  // Here and nowhere else: not in the cache, the address or the browser's storage.
  const [issued, setIssued] = useState<IssuedApiKey>()
  const keyFor = (act: KeyAct) => (task?.act === act ? task.key : undefined)
  const close = () => onTask(undefined)
  const show = (key: IssuedApiKey) => {
    close()
    setIssued(key)
  }
  const create = useCreateKey(show)
  const regenerate = useRegenerateKey(show)
  const isComing = create.isPending || regenerate.isPending
  return (
    <>
      <KeyDialog edited={task?.act === 'make' ? 'new' : keyFor('edit')} create={create} onClose={close} />
      <RegenerateDialog ended={keyFor('regenerate')} regenerate={regenerate} onClose={close} />
      <RevokeDialog ended={keyFor('revoke')} onClose={close} />
      <IssuedDialog issued={issued} isComing={isComing} onClose={() => setIssued(undefined)} />
    </>
  )
}
