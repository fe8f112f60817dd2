import { Paper, SimpleGrid, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, MapPin, TextCursorInput } from 'lucide-react'
import { exampleCity } from '../buyer-finder.data.ts'
import classes from '../buyer-finder.module.css'
import type { Subject } from '../search/subject-rules.ts'

type FirstStepsProps = { onType: () => void; onPick: () => void; onChoose: (subject: Subject) => void }

export function FirstSteps({ onType, onPick, onChoose }: FirstStepsProps) {
  const example = useQuery(exampleCity()).data?.items[0]
  const { lat, lng, label } = example ?? {}
  return (
    <Paper
      withBorder
      component="section"
      px={{ base: 16, sm: 24 }}
      py={{ base: 24, sm: 40 }}
      ta="center"
      aria-labelledby="first-steps"
    >
      <Title order={2} id="first-steps">
        Find buyers near a property
      </Title>
      <Text c="dimmed" maw="60ch" mx="auto" mt={4}>
        Enter an address to see recent buyers, prices and deeds.
      </Text>
      <SimpleGrid
        component="ul"
        minColWidth="min(220px, 100%)"
        autoFlow="auto-fit"
        spacing={12}
        maw={840}
        m="24px auto 0"
        p={0}
        style={{ listStyle: 'none' }}
      >
        <Step icon={TextCursorInput} title="Type a place" text="An address, a city or a ZIP code" onClick={onType} />
        <Step icon={MapPin} title="Pick on the map" text="Any point, with a circle around it" onClick={onPick} />
        {label && lat !== undefined && lng !== undefined && (
          <Step
            icon={Building2}
            title={`Try ${label}`}
            text="An example from the loaded data"
            onClick={() => onChoose({ lat, lng, label })}
          />
        )}
      </SimpleGrid>
    </Paper>
  )
}

type StepProps = { icon: LucideIcon; title: string; text: string; onClick: () => void }

const Step = ({ icon: Icon, title, text, onClick }: StepProps) => (
  <li>
    <UnstyledButton className={classes.step} onClick={onClick}>
      <Icon size={20} aria-hidden="true" />
      <span>
        <Text span display="block" fw="bold">
          {title}
        </Text>
        <Text span display="block" fz={13} mt={2} c="dimmed">
          {text}
        </Text>
      </span>
    </UnstyledButton>
  </li>
)
