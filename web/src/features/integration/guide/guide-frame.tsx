import { Center, Flex, Group, Paper, Stack, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { getToneColors } from '../../../ui/display/tones.ts'
import classes from './guide.module.css'

const gap = { base: 16, sm: 24 }

type GuideFrameProps = { children: ReactNode; aside: ReactNode; footer?: ReactNode }

/** The steps of a guide, with what arrives alongside them and notes below both. */
export const GuideFrame = ({ children, aside, footer }: GuideFrameProps) => (
  <Flex direction="column" gap={gap}>
    <Flex direction={{ base: 'column', lg: 'row' }} align={{ base: 'stretch', lg: 'flex-start' }} gap={gap}>
      <Flex direction="column" flex={1} miw={0} gap={gap}>
        {children}
      </Flex>
      <Stack
        // Stays visible while the user runs the snippets alongside.
        pos={{ base: 'static', lg: 'sticky' }}
        top="calc(var(--header-height) + 24px)"
        w={{ base: 'auto', lg: 360 }}
        flex="none"
        miw={0}
        gap={16}
      >
        {aside}
      </Stack>
    </Flex>
    {footer}
  </Flex>
)

type GuideStepProps = { number: number; title: string; isDone: boolean; children: ReactNode }

/** One step of a guide; its number becomes a check mark when done. */
export function GuideStep({ number, title, isDone, children }: GuideStepProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder miw={0} aria-labelledby={id}>
      <Group component="header" gap={12} wrap="nowrap" px="var(--panel-padding)" pt={16}>
        <Center
          component="span"
          w={28}
          h={28}
          flex="none"
          bdrs="50%"
          fz="sm"
          fw={650}
          {...getToneColors(isDone ? 'good' : 'brand')}
          aria-hidden="true"
        >
          {isDone ? <Check size={16} /> : number}
        </Center>
        <Title order={2} id={id}>
          <span className="visually-hidden">Step {number}: </span>
          {title}
          {isDone && <span className="visually-hidden"> (done)</span>}
        </Title>
      </Group>
      <Stack gap={16} px="var(--panel-padding)" pt={12} pb="var(--panel-padding)" className={classes.body}>
        {children}
      </Stack>
    </Paper>
  )
}

export const SmallText = ({ children, ...props }: { id?: string; role?: string; children: ReactNode }) => (
  <p className={classes.small} {...props}>
    {children}
  </p>
)
