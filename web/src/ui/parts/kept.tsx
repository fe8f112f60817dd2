import { memo, type ReactNode } from 'react'

type KeptProps = { fresh: boolean; children: ReactNode }

/** Shows what it last showed while it is not `fresh`: for what fades away after its content is gone. */
export const Kept = memo(
  ({ children }: KeptProps) => children,
  (_, { fresh }) => !fresh,
)
