import type { Webhook } from '@dooryard/contract/webhooks'
import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { nameOf } from '../../lib/names.ts'
import { useIsActing } from '../../lib/use-is-acting.ts'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import { receiverPort } from './receiver-snippets.ts'

type WebhookStepProps = { webhooks: Webhook[]; chosen: Webhook | undefined; onChoose: (id: string) => void }

function Acting() {
  const user = useUser()
  return (
    <Notice tone="warn">
      You are acting as {nameOf(user)}. You can send tests; their webhooks and secrets are theirs alone to see and
      change.
    </Notice>
  )
}

function NoWebhook() {
  const isActing = useIsActing()
  return (
    <>
      <p>
        A webhook is an address of yours that hears of orders as they happen. Add one for the receiver below: it listens
        at port {receiverPort}, which has to be reached from outside, by a tunnel for instance. A demo reaches{' '}
        <code>http://localhost:{receiverPort}</code> by itself.
      </p>
      {isActing ? (
        <Acting />
      ) : (
        <div>
          <LinkButton to="/portal/webhooks" leftSection={<Plus size={16} aria-hidden="true" />}>
            Add a webhook
          </LinkButton>
        </div>
      )}
    </>
  )
}

/** Chooses the webhook that is tried out. */
export function WebhookStep({ webhooks, chosen, onChoose }: WebhookStepProps) {
  const isActing = useIsActing()
  if (!chosen) return <NoWebhook />
  return (
    <>
      <NativeSelect
        label="Webhook"
        value={chosen.id}
        data={webhooks.map(({ id, url, description }) => ({
          value: id,
          label: description ? `${description} (${url})` : url,
        }))}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
      {!chosen.isActive && <Notice tone="warn">It is disabled, and hears of nothing until you enable it.</Notice>}
      {isActing && <Acting />}
      <p>
        Its secret is on{' '}
        <Link to="/portal/webhooks/$webhookId" params={{ webhookId: chosen.id }}>
          its own page
        </Link>
        , under Reveal. The receiver below needs it, and nobody else may have it.
      </p>
    </>
  )
}
