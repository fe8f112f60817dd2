import { Button } from '@mantine/core'
import { formatWait } from './use-seconds-until.ts'

type SubmitButtonProps = { label: string; isPending: boolean; secondsToWait: number }

/** The one button of a form, which says for how long there is no use in pressing it. */
export function SubmitButton({ label, isPending, secondsToWait }: SubmitButtonProps) {
  const isWaiting = secondsToWait > 0
  return (
    <Button type="submit" size="md" fullWidth loading={isPending} data-disabled={isWaiting || undefined}>
      <span className="numbers">{isWaiting ? `Try again in ${formatWait(secondsToWait)}` : label}</span>
    </Button>
  )
}
