import { Button, type ButtonProps } from '@mantine/core'

type RetryButtonProps = Pick<ButtonProps, 'size' | 'children'> & {
  /** Whether what it asks for is under way, or waits for another that is. */
  isPending: boolean
  'aria-label'?: string
  onClick: () => void
}

/** The heading over the jobs takes the focus of a button that goes: the keyboard would begin the page anew. */
const handOver = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) document.getElementById(jobsId)?.focus()
}

/** The heading over the jobs. */
export const jobsId = 'jobs'

/** Has jobs tried again, and keeps the focus for as long as it is there, which a disabled one would not. */
export function RetryButton({ isPending, onClick, ...props }: RetryButtonProps) {
  return (
    <Button
      ref={handOver}
      variant="default"
      aria-disabled={isPending}
      data-disabled={isPending || undefined}
      onClick={() => !isPending && onClick()}
      {...props}
    />
  )
}
