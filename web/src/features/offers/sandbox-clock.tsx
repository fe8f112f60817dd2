import { Button } from '@mantine/core'
import { formatDayAndTime, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useAdvanceClock, useSandboxClock } from './offers.data.ts'
import classes from './offers.module.css'

const steps = [1, 7, 31]

/** The time of the sandbox, and how to move it on; nothing where real money is taken. */
export function SandboxClock() {
  const { data } = useSandboxClock()
  const advance = useAdvanceClock()
  if (!data) return null
  const go = (days: number) =>
    advance.mutate(days, {
      onSuccess: ({ now }) => toastDone(`It is ${formatDayAndTime(now)} for the sandbox`),
    })
  const ask = (days: number) =>
    askFirst({
      title: `Move the clock on by ${plural(days, 'day')}?`,
      children: 'Everybody whose payment falls due by then is charged. The clock never goes back.',
      labels: { confirm: `Move it on by ${plural(days, 'day')}`, cancel: 'Cancel' },
      onConfirm: () => go(days),
    })
  return (
    <Panel title="Sandbox clock" aside={<Tag tone="warn">Demo</Tag>}>
      <p className={classes.clock}>
        For the sandbox it is <strong>{formatDayAndTime(data.now)}</strong>
        {data.daysAhead > 0 && <>, {plural(data.daysAhead, 'day')} ahead</>}.
      </p>
      <p className={classes.hint}>
        Moving it on charges what falls due by then: renewals, retries of failed payments, the end of cancelled
        subscriptions. It never goes back. Payments go by it; the credit history says when a change was really made.
      </p>
      <div className={classes.steps}>
        {steps.map((days) => (
          <Button
            key={days}
            variant="default"
            size="xs"
            disabled={advance.isPending}
            loading={advance.isPending && advance.variables === days}
            onClick={() => ask(days)}
          >
            {plural(days, 'day')} on
          </Button>
        ))}
      </div>
    </Panel>
  )
}
