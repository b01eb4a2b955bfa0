"""Reads the calendar of its standard input with vobject and icalendar, and prints the entries that each finds as JSON."""
import json
import sys
from datetime import datetime, timezone

import icalendar
import vobject

text = sys.stdin.buffer.read().decode()


def moment(value):
    return value.astimezone(timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ') if isinstance(value, datetime) else str(value)


def of_vobject(entry):
    value = {name: getattr(entry, name).value for name in ('uid', 'summary', 'location', 'dtstart', 'dtend') if hasattr(entry, name)}
    return [value['uid'], value['summary'], value.get('location'), moment(value['dtstart']), moment(value['dtend'])]


def of_icalendar(entry):
    location = entry.get('LOCATION')
    return [str(entry['UID']), str(entry['SUMMARY']), None if location is None else str(location),
            moment(entry.decoded('DTSTART')), moment(entry.decoded('DTEND'))]


print(json.dumps({
    'vobject': [of_vobject(entry) for entry in getattr(vobject.readOne(text), 'vevent_list', [])],
    'icalendar': [of_icalendar(entry) for entry in icalendar.Calendar.from_ical(text).walk('VEVENT')],
}))
