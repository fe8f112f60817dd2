import { secretOverlapHours } from '@dooryard/contract/limits'
import type { Webhook } from '@dooryard/contract/webhooks'
import { Button } from '@mantine/core'
import { Eye, EyeOff, RotateCw } from 'lucide-react'
import { isRefusal, sentenceFor } from '../../lib/errors.ts'
import { formatDayAndTime } from '../../lib/format.ts'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { SecretText } from './secret-text.tsx'
import { useRegenerateSecret, useSecret } from './webhooks.data.ts'
import classes from './webhooks.module.css'

const mask = `whsec_${'•'.repeat(24)}`

/** The secret as long as it is looked at, and what changes that. */
function useShownSecret({ id, previousSecretEndsAt }: Webhook) {
  const singly = useSingleFlight()
  const read = useSecret()
  const renew = useRegenerateSecret()
  const last = renew.data ?? read.data
  // Made anew elsewhere, as by another tab, the one that was shown is not the one that signs.
  const shown = last?.previousSecretEndsAt === previousSecretEndsAt ? last?.secret : undefined
  const hide = () => {
    read.reset()
    renew.reset()
  }
  const reveal = () => {
    renew.reset()
    singly((land) => read.mutate(id, { onSettled: land }))
  }
  const regenerate = () =>
    singly((land) => renew.mutate(id, { onSuccess: () => toastDone('There is a new secret'), onSettled: land }))
  return { shown, hide, reveal, regenerate, isReading: read.isPending, renew }
}

const overlapping = (ends: string) =>
  `The old secret also signs until ${formatDayAndTime(ends)}. Put the new one on your server by then.`

const mayBeNew =
  'We do not know whether there is a new secret. Reveal it, and compare it with the one that your server has.'

/** What a new secret does, before it is made. */
function renewalWords(ends: string | undefined): string {
  const overlap = `For ${secretOverlapHours} hours each request is signed with both, the old secret and the new one, so that nothing is lost while you change it on your server.`
  return ends === undefined ? overlap : `${overlap} Those before it go on signing until their own time is over.`
}

/** What signs everything that is sent, hidden until somebody asks for it. */
export function SecretPanel({ webhook, isFixed }: { webhook: Webhook; isFixed: boolean }) {
  const { previousSecretEndsAt: ends } = webhook
  const secret = useShownSecret(webhook)
  const failure = secret.renew.error
  const ask = () =>
    askFirst({
      title: 'Make a new secret?',
      children: renewalWords(ends),
      labels: { confirm: 'Make a new secret', cancel: 'Cancel' },
      onConfirm: secret.regenerate,
    })
  return (
    <Panel title="Secret">
      <div className={classes.stack}>
        {secret.shown ? (
          <SecretText secret={secret.shown} />
        ) : (
          <div className={classes.secret}>
            <code aria-hidden="true">{mask}</code>
            <span className="visually-hidden">The secret is hidden</span>
          </div>
        )}
        <div className={classes.row}>
          <Button
            variant="default"
            size="xs"
            leftSection={secret.shown ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
            loading={secret.isReading}
            disabled={isFixed}
            onClick={secret.shown ? secret.hide : secret.reveal}
          >
            {secret.shown ? 'Hide' : 'Reveal'}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<RotateCw size={14} aria-hidden="true" />}
            loading={secret.renew.isPending}
            disabled={isFixed}
            onClick={ask}
          >
            Regenerate…
          </Button>
        </div>
        {failure && <Notice tone="bad">{isRefusal(failure) ? sentenceFor(failure) : mayBeNew}</Notice>}
        <div role="status">{ends && <Notice tone="warn">{overlapping(ends)}</Notice>}</div>
      </div>
    </Panel>
  )
}
