import { Tooltip } from '@mantine/core'

type HintProps = { target: HTMLElement; label: string; position: 'bottom' | 'right' }

/** What an element is, beside it. */
export function Hint({ target, label, position }: HintProps) {
  return <Tooltip opened target={target} label={label} position={position} />
}
