import { testScreens } from './screens.ts'

testScreens('phone')
