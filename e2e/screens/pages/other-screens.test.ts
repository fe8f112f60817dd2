import { testScreens } from '../screens.ts'

testScreens(['subscriber', 'affiliate', 'nobody'])
