#!/bin/sh
echo "this Python was asked for $*" >&2
exit 1
