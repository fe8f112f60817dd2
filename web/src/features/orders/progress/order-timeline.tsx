import '@mantine/core/styles/Progress.layer.css'
import type { OrderDetail, OrderStatusEvent } from '@dooryard/contract/orders/order'
import { Center, Progress, Stack, Text } from '@mantine/core'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatTime } from '../../../lib/format/format.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import classes from './order-timeline.module.css'
import { getProgress, listTimeline } from './timeline.ts'

const phaseLabels = { done: 'done', current: 'in progress', ahead: 'still to come', failed: 'ended here' }

type Step = OrderStatusEvent['step']

/** Secondary text of a step or a result. */
export const DetailText = (props: { children: ReactNode }) => (
  <Text component="div" c="dimmed" fz="xs" lh="18px" className="numbers" {...props} />
)

export function StepProgress({ step, label }: { step: Step; label: string }) {
  const progress = getProgress(step)
  if (!progress) return null
  return (
    <Stack gap={2} mt={6}>
      <Progress.Root size={6} radius={3} bg="var(--ring-track)" transitionDuration={200}>
        <Progress.Section
          value={progress.share * 100}
          color="var(--accent)"
          bdrs={3}
          // Mantine announces only the percentage, whatever text it gets.
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(progress.share * 100)}
          aria-valuetext={progress.label}
        />
      </Progress.Root>
      <DetailText>{progress.label}</DetailText>
    </Stack>
  )
}

export const OrderTimeline = ({ order, step }: { order: OrderDetail; step?: Step }) => (
  <PlainList isOrdered>
    {listTimeline(order).map(({ status, label, phase, at, detail }) => (
      <li
        key={status}
        className={classes.step}
        data-phase={phase}
        aria-current={phase === 'current' ? 'step' : undefined}
      >
        <Center component="span" className={classes.dot}>
          {phase === 'done' && <Check size={12} strokeWidth={3} aria-hidden="true" />}
          {phase === 'failed' && <X size={12} strokeWidth={3} aria-hidden="true" />}
        </Center>
        <div>
          <Text lh="20px" c={phase === 'ahead' ? 'dimmed' : undefined} fw={phase === 'ahead' ? 400 : 500}>
            {label}
            <span className="visually-hidden">, {phaseLabels[phase]}</span>
          </Text>
          {at && (
            <DetailText>
              <time dateTime={at}>
                {formatDay(at)}, {formatTime(at)}
              </time>
            </DetailText>
          )}
          {detail && <DetailText>{detail}</DetailText>}
          {phase === 'current' && <StepProgress step={step} label={label} />}
        </div>
      </li>
    ))}
  </PlainList>
)
