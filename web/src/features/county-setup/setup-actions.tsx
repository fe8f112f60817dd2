import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { Button, Group, Text } from '@mantine/core'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './setup.module.css'
import { getNextStep, getPreviousStep, getStepProblem } from './setup-steps.ts'
import type { SetupStep } from './step-names.ts'

type SetupActionsProps = {
  setup: CountySetup | undefined
  step: SetupStep
  onStep: (step: SetupStep) => void
  /** Whether this step is loading, or its last change is being saved before another opens. */
  isBusy?: boolean
  status: ReactNode
}

/** Back and Continue, with what is missing before the next step. */
export function SetupActions({ setup, step, onStep, isBusy, status }: SetupActionsProps) {
  const previous = getPreviousStep(setup, step)
  const next = getNextStep(setup, step)
  const problem = getStepProblem(setup, step)
  if (setup?.status === 'IMPORTED') return null
  return (
    <div className={classes.bar}>
      <Button
        variant="default"
        disabled={previous === undefined}
        leftSection={<ArrowLeft size={16} aria-hidden="true" />}
        onClick={() => previous && onStep(previous)}
      >
        Back
      </Button>
      <Group gap={16}>
        {next && problem ? (
          <Text fz="sm" c="dimmed" role="status">
            {problem}
          </Text>
        ) : (
          status
        )}
        {next && (
          <Button
            disabled={problem !== undefined}
            loading={isBusy ?? false}
            rightSection={<ArrowRight size={16} aria-hidden="true" />}
            // The second click of a double click would go on from a step that was not seen.
            onClick={({ detail }) => detail <= 1 && onStep(next)}
          >
            Continue
          </Button>
        )}
      </Group>
    </div>
  )
}
