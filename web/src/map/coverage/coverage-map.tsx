import { Box, Flex, Group, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { feature, mesh } from 'topojson-client'
import atlasUrl from 'us-atlas/counties-albers-10m.json?url'
import { NetworkError } from '../../lib/api/errors.ts'
import { pluralize } from '../../lib/format/format.ts'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import classes from './coverage-map.module.css'

/** Projected SVG path data; counties by FIPS code. */
type MapShapes = { nation: string; states: string; counties: ReadonlyMap<string, string> }

/** The bounds of the shapes. */
const mapBounds = { x: -58, y: 12, width: 1016, height: 596 }

type Topology = Parameters<typeof feature>[0]
type Ring = number[][]

const toLinePath = (points: Ring) => `M${points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}`
const toRingsPath = (rings: Ring[]) => rings.map((ring) => `${toLinePath(ring)}Z`).join('')

type ShapeCollection = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>

function getCollection({ objects }: Topology, name: string): ShapeCollection {
  const collection = objects[name]
  if (collection?.type !== 'GeometryCollection') throw new Error(`The map has no ${name}.`)
  return collection
}

function toAreaPath(atlas: Topology, object: ShapeCollection['geometries'][number]): string {
  const shape = feature(atlas, object)
  const geometry = 'geometry' in shape ? shape.geometry : undefined
  if (geometry?.type === 'Polygon') return toRingsPath(geometry.coordinates)
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates.map(toRingsPath).join('') : ''
}

async function loadShapes(): Promise<MapShapes> {
  const response = await fetch(atlasUrl).catch((error: unknown) => {
    throw new NetworkError(error)
  })
  if (!response.ok) throw new Error('The map could not be loaded.')
  const atlas = (await response.json()) as Topology // a file of this application
  // The type of `mesh` requires object properties that it does not read.
  const states = mesh(atlas, getCollection(atlas, 'states') as Parameters<typeof mesh>[1])
  return {
    nation: getCollection(atlas, 'nation')
      .geometries.map((part) => toAreaPath(atlas, part))
      .join(''),
    states: states.coordinates.map(toLinePath).join(''),
    counties: new Map(
      getCollection(atlas, 'counties').geometries.map((county) => [String(county.id), toAreaPath(atlas, county)]),
    ),
  }
}

/** The map of the country, a file of the application: 260 KB compressed, so only this screen loads it, once. */
const mapShapes = () =>
  queryOptions({ queryKey: ['map-shapes'], queryFn: loadShapes, staleTime: Number.POSITIVE_INFINITY })

/** A county, its shade from 0 to 3, and what its tooltip says below its name. */
export type ShadedCounty = { fips: string; name: string; step: number; lines: readonly string[] }

type CoverageMapProps = {
  counties: readonly ShadedCounty[]
  /** What the shades stand for, and the label of each. */
  legend: { label: string; steps: readonly string[] }
  /** The code of the highlighted county, on the map or in the table. */
  active: string | undefined
  onActive: (fips: string | undefined) => void
}

const Legend = ({ legend: { label, steps } }: Pick<CoverageMapProps, 'legend'>) => (
  <Flex
    component="ul"
    wrap="wrap"
    justify={{ base: 'flex-start', sm: 'center' }}
    gap="6px 20px"
    m={0}
    mt={16}
    p={0}
    c="dimmed"
    fz="xs"
    className="numbers"
    style={{ listStyle: 'none' }}
    aria-label={label}
  >
    {steps.map((step, at) => (
      <Group component="li" key={step} gap={8}>
        <span className={classes.swatch} data-step={at} />
        {step}
      </Group>
    ))}
  </Flex>
)

/** Returns the highest point of a shape, as fractions of the map. */
function findHighestPoint(shape: string): { left: number; top: number } {
  const points = shape.split(/[MLZ]+/).flatMap((point) => {
    const [x, y] = point.split(',').map(Number)
    return x === undefined || y === undefined ? [] : [{ x, y }]
  })
  const highest = points.reduce((best, point) => (point.y < best.y ? point : best), {
    x: 0,
    y: Number.POSITIVE_INFINITY,
  })
  return { left: (highest.x - mapBounds.x) / mapBounds.width, top: (highest.y - mapBounds.y) / mapBounds.height }
}

function CountyTooltip({ county, shape }: { county: ShadedCounty; shape: string }) {
  const { left, top } = findHighestPoint(shape)
  return (
    <Box
      pos="absolute"
      left={`clamp(92px, ${left * 100}%, calc(100% - 92px))`}
      top={`${top * 100}%`}
      display="grid"
      w={184}
      px={12}
      py={8}
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="md"
      bg="var(--mantine-color-body)"
      c="dimmed"
      fz="xs"
      lh="18px"
      className="numbers"
      // Below the county if there is no room above it.
      style={{ pointerEvents: 'none', transform: `translate(-50%, ${top < 0.25 ? '40px' : 'calc(-100% - 10px)'})` }}
    >
      <Text component="strong" inherit c="var(--mantine-color-text)" fz={13} fw={600}>
        {county.name}
      </Text>
      {county.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Box>
  )
}

type CountiesProps = Pick<CoverageMapProps, 'counties' | 'onActive'> & { shapes: MapShapes }

/** Rendered once: there may be three thousand, and highlighting changes a separate path. */
const Counties = memo(function Counties({ counties, shapes, onActive }: CountiesProps) {
  return counties.map((county) => (
    <path
      key={county.fips}
      className={classes.county}
      data-step={county.step}
      d={shapes.counties.get(county.fips)}
      onPointerEnter={() => onActive(county.fips)}
      onPointerLeave={() => onActive(undefined)}
    />
  ))
})

/**
 * The country with its states; counties with data are shaded. The adjacent table shows the same data.
 */
export function CoverageMap({ counties, legend, active: activeFips, onActive }: CoverageMapProps) {
  const { data, error, refetch } = useQuery(mapShapes())
  if (error && !data) return <LoadFailure what="The map" error={error} onRetry={() => void refetch()} />
  const { x, y, width, height } = mapBounds
  const active = counties.find(({ fips }) => fips === activeFips)
  const activeShape = active && data?.counties.get(active.fips)
  const missing = data ? counties.filter(({ fips }) => !data.counties.has(fips)).length : 0
  return (
    <Box component="figure" m={0} p={{ base: 12, sm: 20 }}>
      <Box pos="relative" maw={860} mx="auto" style={{ aspectRatio: `${width} / ${height}` }}>
        {data ? (
          <svg
            width="100%"
            height="100%"
            style={{ display: 'block' }}
            viewBox={`${x} ${y} ${width} ${height}`}
            role="img"
            aria-label={`Map of the United States: ${pluralize(counties.length, 'county has', 'counties have')} data`}
          >
            <path className={classes.land} d={data.nation} />
            <Counties counties={counties} shapes={data} onActive={onActive} />
            <path className={classes.borders} d={data.states} />
            {activeShape && <path className={classes.active} d={activeShape} />}
          </svg>
        ) : (
          <Skeleton height="100%" />
        )}
        {active && activeShape && <CountyTooltip county={active} shape={activeShape} />}
      </Box>
      <figcaption>
        <Legend legend={legend} />
        {missing > 0 && (
          <Text c="dimmed" fz="xs" mt={8} ta="center">
            {pluralize(missing, 'county is', 'counties are')} not on this map: the list has them all.
          </Text>
        )}
      </figcaption>
    </Box>
  )
}
