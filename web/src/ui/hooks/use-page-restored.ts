import { useWindowEvent } from '@mantine/hooks'

/** Calls back when the browser restores this page from its cache, as after Back from another site. */
export const usePageRestored = (onRestored: () => void) =>
  useWindowEvent('pageshow', ({ persisted }) => persisted && onRestored())
