import { mostWebhooks } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useIsActing } from '../../lib/use-is-acting.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ActingNotice } from './acting-notice.tsx'
import { webhookColumns } from './webhook-columns.tsx'
import { type WebhooksState, webhookPage } from './webhooks.data.ts'
import classes from './webhooks.module.css'

type WebhooksProps = { state: WebhooksState; onState: OnState }

/** How often the list is looked at again while it is shown. */
const lookEveryMs = 10_000

/** Where the user is told of what happens, and whether that arrives. */
export function WebhooksScreen({ state, onState }: WebhooksProps) {
  const result = useQuery({ ...webhookPage(state), refetchInterval: lookEveryMs })
  const isActing = useIsActing()
  const [isMaking, setMaking] = useState(false)
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./webhook-dialog.tsx')).MakeWebhookDialog)
  const open = () => {
    if (!Dialog) loadDialog()
    setMaking(true)
  }
  const isFull = (result.data?.totalCount ?? 0) >= mostWebhooks
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} disabled={isActing || isFull} onClick={open}>
      Add a webhook
    </Button>
  )
  return (
    <>
      <PageHeader
        heading="Webhooks"
        title="Webhooks"
        lead="A signed request to your own server as soon as something happens, retried until your server accepts it."
        actions={make}
      />
      <div className={classes.screen}>
        <ActingNotice />
        {isFull && (
          <Notice tone="info">
            You have {mostWebhooks} webhooks, the most there can be. Delete one to add another.
          </Notice>
        )}
        <DataTable
          label="Webhooks"
          columns={webhookColumns}
          result={result}
          rowId={({ id }) => id}
          state={state}
          onState={onState}
          empty={
            <StateView
              icon={Webhook}
              title="No webhooks yet"
              text={`Add the URL of your server and choose which events it gets. You can have up to ${mostWebhooks} webhooks.`}
              action={make}
            />
          }
        />
      </div>
      {Dialog && <Dialog opened={isMaking} onClose={() => setMaking(false)} />}
    </>
  )
}
