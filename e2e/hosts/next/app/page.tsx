'use client'

import { type ConfigOverrides, CustomerCenter } from '@customer-center/elements/react'
import { useState } from 'react'

const config: ConfigOverrides = {
  allowedRoutes: ['mydata', 'mydata/contacts', 'scripts', 'invoices', 'confirmations', 'confirmations/education']
}

export default function Account() {
  const [route, setRoute] = useState('')
  return (
    <>
      <output id="route">{route}</output>
      <CustomerCenter
        configUrl="http://127.0.0.1:4390/elements/assets/config.prod.json"
        config={config}
        onRouteChange={({ detail }) => setRoute(detail.route)}
      >
        <p>Ihr Kundenkonto wird geladen.</p>
      </CustomerCenter>
    </>
  )
}
