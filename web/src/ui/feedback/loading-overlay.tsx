import { Stack } from '@mantine/core'
import { LogoMark } from '../brand/logo.tsx'
import classes from './feedback.module.css'

export const LoadingOverlay = () => (
  <Stack
    component="main"
    pos="fixed"
    inset="var(--banner-height, 0px) 0 0"
    align="center"
    justify="center"
    bg="var(--canvas)"
    c="dimmed"
    style={{ zIndex: 500 }}
  >
    <span className={classes.pulse}>
      <LogoMark size={48} />
    </span>
    <span role="status">Loading...</span>
  </Stack>
)
