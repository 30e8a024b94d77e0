#!/bin/sh
# Prints a directory in memory for temporary files and programs, or nothing: on some disks, many small files take
# a multiple of the time. The directories of containers are often too small, or programs in them cannot be run.
directory=/dev/shm
[ -w $directory ] && [ "$(df -Pk $directory | awk 'NR == 2 { print $4 }')" -gt 8000000 ] || exit 0
program=$(mktemp $directory/program.XXXXXX) || exit 0
printf '#!/bin/sh\n' >"$program"
chmod +x "$program"
if "$program" 2>/dev/null; then
    echo $directory
fi
rm "$program"
