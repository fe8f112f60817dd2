import type { Campaign } from '@dooryard/contract/campaigns'
import { Button } from '@mantine/core'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import type { useSetCampaignStatus } from './orders.data.ts'
import classes from './orders.module.css'

type Setting = { campaign: Campaign; setStatus: ReturnType<typeof useSetCampaignStatus> }

/** Archives a campaign once that is confirmed, or reactivates an archived one. */
export function CampaignStatusButton({ campaign: { name, status }, setStatus }: Setting) {
  const archive = () => setStatus.mutate('ARCHIVED', { onSuccess: () => toastDone(`${name} is archived`) })
  const ask = () =>
    askFirst({
      title: `Archive ${name}?`,
      children: 'It takes no new orders. Its orders and leads stay, and you can reactivate it later.',
      labels: { confirm: 'Archive campaign', cancel: 'Cancel' },
      onConfirm: archive,
    })
  const reactivate = () => setStatus.mutate('ACTIVE', { onSuccess: () => toastDone(`${name} is active again`) })
  // One button for both, so that the focus stays on it when the status changes.
  return (
    <Button variant="default" onClick={status === 'ACTIVE' ? ask : reactivate} loading={setStatus.isPending}>
      {status === 'ACTIVE' ? 'Archive' : 'Reactivate'}
    </Button>
  )
}

/** Says that a campaign is archived, and why its status could not be changed. */
export function CampaignStatusNotices({ campaign: { status }, setStatus: { error } }: Setting) {
  return (
    <div className={classes.statusNotices}>
      {status === 'ARCHIVED' && (
        <Notice tone="info">This campaign is archived and takes no new orders. Reactivate it to order again.</Notice>
      )}
      {error && <Notice tone={isRefusal(error) ? 'bad' : 'warn'}>{sentenceFor(error)}</Notice>}
    </div>
  )
}
