import type { AdminApiKey } from '@dooryard/contract/admin-api-keys'
import { serverNow } from '../../lib/clock.ts'
import { nameOf } from '../../lib/names.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useRevokeAnyKey } from './admin-api-keys.data.ts'
import { lastUseInWords } from './key-words.ts'

type AdminRevokeProps = { ended: AdminApiKey | undefined; onClose: () => void }

/** Revokes a key of anybody's, with a reason; open while there is one. */
export function AdminRevokeDialog({ ended, onClose }: AdminRevokeProps) {
  const revoke = useRevokeAnyKey(ended?.id ?? '')
  const asked = ended && {
    id: ended.id,
    title: `Revoke ${ended.name} of ${nameOf(ended.user)}`,
    lead:
      'Programs that use the key are refused within seconds, for good. Orders placed with it stay. ' +
      `${lastUseInWords(ended, serverNow())}`,
    readers: `${ended.user.firstName} reads it in the mail that says so.`,
    send: 'Revoke the key',
    isGrave: true,
  }
  const done = () => {
    if (ended) toastDone(`${ended.name} is revoked`)
    onClose()
  }
  return <ReasonDialog asked={asked} call={revoke} onDone={done} onClose={onClose} />
}
