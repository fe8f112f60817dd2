import type { OrderDetail } from '@dooryard/contract/orders/order'
import type { ScrubbedAgainst } from '@dooryard/contract/orders/order-files'
import { Box, Button, Flex, Group, Stack, Text, Title } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import type { OrderAccess, OwnOrderAccess } from '../../../entities/order/order-access.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { orderDependents } from '../orders.data.ts'
import { DetailText, StepProgress } from '../progress/order-timeline.tsx'
import type { OrderStreamState } from '../progress/use-order-stream.ts'
import classes from './scrub.module.css'
import { findScrubbedFile, formatAreaCodes, formatListVersion, getResultTone, listResults } from './scrub-labels.ts'

type RefreshDncProps = { order: OrderDetail; access: OwnOrderAccess; step: OrderStreamState['step'] }

/** Checks the numbers again, which is free; shows the progress meanwhile. */
function RefreshDnc({ order, access: { calls, params }, step }: RefreshDncProps) {
  const refresh = useEndpointMutation(calls.refreshDnc, { refreshes: orderDependents, awaitsRefresh: true })
  const isBusy = order.isRefreshing || refresh.isPending
  return (
    <Flex wrap={{ base: 'wrap', sm: 'nowrap' }} justify={{ base: 'flex-end', sm: 'normal' }} align="center" gap="sm">
      {order.isRefreshing && (
        <Box w={140}>
          <StepProgress step={step} label="Checking the numbers again" />
        </Box>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={
          <RefreshCw size={14} aria-hidden="true" data-turns={isBusy || undefined} className={classes.turn} />
        }
        // Keeps the focus while busy, so that a screen reader announces its end there.
        aria-disabled={isBusy || undefined}
        data-disabled={isBusy || undefined}
        onClick={() => !isBusy && refresh.mutate({ params })}
      >
        {isBusy ? 'Checking again…' : 'Refresh DNC'}
      </Button>
    </Flex>
  )
}

/** How many delivered leads no longer have a callable number, and what that means for their cost. */
function NoLongerCallable({ order: { files, creditsCaptured } }: { order: OrderDetail }) {
  const [newest] = files
  const lost = newest?.callableLeads === undefined ? 0 : newest.leads - newest.callableLeads
  return (
    lost > 0 && (
      <Notice tone="warn">
        {pluralize(lost, 'lead has', 'leads have')} no number that may be called any more.
        {creditsCaptured > 0 && ' Credits spent for delivered leads stay spent.'}
      </Notice>
    )
  )
}

function ListVersions({ against }: { against: ScrubbedAgainst[] }) {
  if (against.length === 0) return null
  return (
    <div>
      <Title order={3} fz="sm" mt={4} mb="xs">
        Checked against
      </Title>
      <PlainList gap="sm">
        {against.map(formatListVersion).map(({ title, whose: ownerText, fetched, codes }) => (
          <li key={`${title} ${ownerText} ${fetched} ${codes}`}>
            <Group justify="space-between" gap="0 12px" fz="sm" lh="20px">
              <Text component="strong" inherit fw={550}>
                {title}
              </Text>
              <Text span fz="xs" lh="20px" c="dimmed">
                {fetched}
              </Text>
            </Group>
            <DetailText>{ownerText}</DetailText>
            {codes && <DetailText>{codes}</DetailText>}
          </li>
        ))}
      </PlainList>
    </div>
  )
}

type ScrubPanelProps = { order: OrderDetail; access: OrderAccess; step: OrderStreamState['step'] }

export function ScrubPanel({ order, access, step }: ScrubPanelProps) {
  const scrub = findScrubbedFile(order.files)?.scrub
  const refresh = access.scope === 'own' && <RefreshDnc order={order} access={access} step={step} />
  return (
    <Panel title="Do-not-call check" aside={refresh}>
      {scrub && (
        <Stack>
          <Text fz="sm" c="dimmed" mb={-4} className="numbers">
            {pluralize(scrub.numbers, 'different number')} checked <Instant at={scrub.checkedAt} />
          </Text>
          <NoLongerCallable order={order} />
          <PlainList gap={10}>
            {listResults(scrub).map(({ result, count, label, description }) => (
              <li key={result} className={classes.result}>
                <Text inherit span ta="right" w="100%" fw={600} className="numbers">
                  {formatNumber(count)}
                </Text>
                <Tag tone={getResultTone(result)}>{label}</Tag>
                <DetailText>{description}</DetailText>
              </li>
            ))}
          </PlainList>
          {scrub.notCovered.length > 0 && (
            <Notice tone="warn">
              No current copy of the national registry covers area {scrub.notCovered.length === 1 ? 'code' : 'codes'}{' '}
              {formatAreaCodes(scrub.notCovered)}, so numbers there may not be called.
            </Notice>
          )}
          <ListVersions against={scrub.against} />
        </Stack>
      )}
    </Panel>
  )
}
