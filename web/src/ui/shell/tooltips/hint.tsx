import { Tooltip } from '@mantine/core'

type HintProps = { target: HTMLElement; label: string; position: 'bottom' | 'right' }

export const Hint = ({ target, label, position }: HintProps) => (
  <Tooltip opened target={target} label={label} position={position} />
)
