import { type FirstStep, type FirstSteps, firstSteps } from '@dooryard/contract/identity/first-steps'
import { ActionIcon, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react'
import { logError } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { firstStepsQuery } from '../home.data.ts'
import classes from '../home.module.css'

export type StepDetails = { title: string; text: string; link: LinkProps }

type StepProps = StepDetails & { isDone: boolean; isNext: boolean }

function Step({ title, text, link, isDone, isNext }: StepProps) {
  if (isDone)
    return (
      <li className={classes.step} data-done>
        <CircleCheck size={20} aria-hidden="true" />
        <Text span inherit td="line-through">
          {title}
        </Text>
        <span className="visually-hidden">, done</span>
      </li>
    )
  return (
    <li className={classes.step} data-next={isNext || undefined}>
      <Circle size={20} aria-hidden="true" />
      <Link {...link}>
        <strong>{title}</strong>
        <span>{text}</span>
      </Link>
      <ChevronRight size={16} aria-hidden="true" />
    </li>
  )
}

/** Dismisses the steps in every browser of the user; the toast takes it back. */
function useDismiss() {
  const cache = useQueryClient()
  const { mutate, isPending } = useEndpointMutation(firstSteps.change, {
    onSuccess: (changed) => cache.setQueryData(firstStepsQuery().queryKey, changed),
  })
  const bringBack = () => mutate({ body: { isDismissed: false } })
  const offerUndo = () =>
    import('../../../ui/toasts/undo-toast.tsx').then(
      ({ showUndoToast }) => showUndoToast('First steps dismissed', bringBack),
      logError,
    )
  const dismiss = () => mutate({ body: { isDismissed: true } }, { onSuccess: offerUndo })
  return { dismiss, isPending }
}

type FirstStepsProps = Pick<FirstSteps, 'steps'> & {
  /** The texts of the steps that the role has. */
  details: Partial<Record<FirstStep, StepDetails>>
}

/** What a new account does first, each step a link to its place and ticked once it is done. */
export function FirstStepsPanel({ steps, details }: FirstStepsProps) {
  const { dismiss, isPending } = useDismiss()
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Panel
      title="First steps"
      flush
      aside={
        <Group gap={8} wrap="nowrap">
          <Text span fz="sm" c="dimmed" className="numbers">
            {steps.filter(({ isDone }) => isDone).length} of {steps.length} done
          </Text>
          <ActionIcon aria-label="Dismiss first steps" data-hint="Dismiss" onClick={dismiss} loading={isPending}>
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      }
    >
      <PlainList isOrdered>
        {steps.map((step) => {
          const shown = details[step.step]
          return shown && <Step key={step.step} {...shown} isDone={step.isDone} isNext={step === next} />
        })}
      </PlainList>
    </Panel>
  )
}
