import '@customer-center/elements'
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import type { ConfigOverrides } from '@customer-center/elements'

@Component({
  selector: 'app-account',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <output id="route">{{ route() }}</output>
    <customer-center
      config-url="http://127.0.0.1:4390/elements/assets/config.prod.json"
      [config]="config"
      (route-change)="route.set($event.detail.route)"
    >
      <p>Ihr Kundenkonto wird geladen.</p>
    </customer-center>
  `
})
export class Account {
  readonly config: ConfigOverrides = {
    allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
  }
  readonly route = signal('')
}
