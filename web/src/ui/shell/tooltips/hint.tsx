import { Tooltip } from '@mantine/core'

/** What a hint says, and at which element. */
export type HintProps = { target: HTMLElement; label: string; position: 'bottom' | 'right' }

export const Hint = ({ target, label, position }: HintProps) => (
  <Tooltip opened target={target} label={label} position={position} />
)
