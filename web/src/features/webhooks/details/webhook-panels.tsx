import '@mantine/core/styles/Switch.layer.css'
import { secretOverlapHours } from '@dooryard/contract/api/limits'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Webhook } from '@dooryard/contract/integrations/webhooks'
import { Box, Button, Flex, Group, Stack, Switch, Text } from '@mantine/core'
import { Eye, EyeOff, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { isClientError } from '../../../lib/api/errors.ts'
import { formatDayAndTime, formatNumber } from '../../../lib/format/format.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { openConfirmDialog } from '../../../ui/shell/confirmations.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../../ui/table/stats-table.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { fillHours, formatSuccessRate } from '../webhook-labels.ts'
import { HealthBars, SecretBox, SecretText } from '../webhook-parts.tsx'
import { useWebhookCall } from '../webhooks.data.ts'
import classes from '../webhooks.module.css'

type HealthProps = { health: Webhook['health'] }

function HoursTable({ health }: HealthProps) {
  const hours = fillHours(health.hours, getServerTime()).toReversed()
  return (
    <ScrollRegion label="Attempts by hour" className={classes.hours}>
      <StatsTable label="Attempts by hour" headers={['From', 'Succeeded', 'Failed']}>
        {hours.map(({ at, succeeded, failed }) => (
          <tr key={at}>
            <th scope="row">
              <Instant at={at} />
            </th>
            <td>{formatNumber(succeeded)}</td>
            <td>{formatNumber(failed)}</td>
          </tr>
        ))}
      </StatsTable>
    </ScrollRegion>
  )
}

const legend = [
  { key: 'succeeded', color: 'var(--mantine-color-good-filled)' },
  { key: 'failed', color: 'var(--mantine-color-bad-filled)' },
] as const

const HoursChart = ({ health }: HealthProps) => (
  <>
    <HealthBars health={health} isLarge />
    <Group justify="space-between" mt="xs" c="dimmed" fz="xs" aria-hidden="true">
      <span>24 h ago</span>
      <span>12 h ago</span>
      <span>Now</span>
    </Group>
    <Flex
      component="ul"
      wrap="wrap"
      gap="2px 16px"
      m={0}
      mt="sm"
      p={0}
      c="dimmed"
      fz="xs"
      style={{ listStyle: 'none' }}
    >
      {legend.map(({ key, color }) => (
        <Flex key={key} component="li" align="center" gap={6}>
          <Box w={8} h={8} bg={color} style={{ borderRadius: 2 }} />
          {formatNumber(health[key])} {key}
        </Flex>
      ))}
    </Flex>
  </>
)

export function HealthPanel({ health }: HealthProps) {
  const [isTable, setTable] = useState(false)
  const choice = (
    <Switch
      size="sm"
      label="View as table"
      checked={isTable}
      onChange={({ currentTarget }) => setTable(currentTarget.checked)}
    />
  )
  return (
    <Panel title="Last 24 hours" aside={choice}>
      <Text fz={17} fw={600} lh="24px" mb="md">
        {formatSuccessRate(health)}
        {health.hours.length > 0 && (
          <Text span c="dimmed" fz="sm" fw={400} lh="inherit">
            {' attempts succeeded'}
          </Text>
        )}
      </Text>
      {isTable ? <HoursTable health={health} /> : <HoursChart health={health} />}
    </Panel>
  )
}

const maskedSecret = `whsec_${'•'.repeat(24)}`

/** The revealed secret, with the actions that replace it. */
function useRevealedSecret({ id, previousSecretEndsAt }: Webhook) {
  const runExclusive = useSingleFlight()
  const read = useWebhookCall(webhooks.secret)
  const renew = useWebhookCall(webhooks.regenerateSecret)
  const last = renew.data ?? read.data
  // If the secret was replaced elsewhere, such as in another tab, the revealed one no longer signs.
  const shown = last?.previousSecretEndsAt === previousSecretEndsAt ? last?.secret : undefined
  const hide = () => {
    read.reset()
    renew.reset()
  }
  const reveal = () => {
    renew.reset()
    runExclusive((release) => read.mutate({ params: { id } }, { onSettled: release }))
  }
  const regenerate = () =>
    runExclusive((release) =>
      renew.mutate({ params: { id } }, { onSuccess: () => showSuccessToast('Secret rotated'), onSettled: release }),
    )
  return { shown, hide, reveal, regenerate, isReading: read.isPending, renew }
}

const explainOverlap = (ends: string) =>
  `The old secret also signs until ${formatDayAndTime(ends)}. Put the new one on your server by then.`

const unknownRegenerationText =
  'We do not know whether the secret was replaced. Reveal it and compare it with the one on your server.'

function explainRenewal(ends: string | undefined): string {
  const overlap = `For ${secretOverlapHours} hours each request is signed with both, the old secret and the new one, so that nothing is lost while you change it on your server.`
  return ends === undefined ? overlap : `${overlap} Earlier secrets sign until they expire.`
}

export function SecretPanel({ webhook, isFixed }: { webhook: Webhook; isFixed: boolean }) {
  const { previousSecretEndsAt: ends } = webhook
  const secret = useRevealedSecret(webhook)
  const failure = secret.renew.error
  const ask = () =>
    openConfirmDialog({
      title: 'Rotate the secret?',
      children: explainRenewal(ends),
      labels: { confirm: 'Rotate secret', cancel: 'Cancel' },
      onConfirm: secret.regenerate,
    })
  const EyeIcon = secret.shown ? EyeOff : Eye
  return (
    <Panel title="Secret">
      <Stack gap="sm">
        {secret.shown ? (
          <SecretText secret={secret.shown} />
        ) : (
          <SecretBox>
            <code aria-hidden="true">{maskedSecret}</code>
            <span className="visually-hidden">The secret is hidden</span>
          </SecretBox>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<EyeIcon size={14} />}
            loading={secret.isReading}
            disabled={isFixed}
            onClick={secret.shown ? secret.hide : secret.reveal}
          >
            {secret.shown ? 'Hide' : 'Reveal'}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<RotateCw size={14} />}
            loading={secret.renew.isPending}
            disabled={isFixed}
            onClick={ask}
          >
            Regenerate…
          </Button>
        </Group>
        {failure && (
          <FailureNotice error={failure}>{isClientError(failure) ? undefined : unknownRegenerationText}</FailureNotice>
        )}
        <div role="status" className={classes.announced}>
          {ends && <Notice tone="warn">{explainOverlap(ends)}</Notice>}
        </div>
      </Stack>
    </Panel>
  )
}
